ALTER TABLE "routes" ADD COLUMN "price_threshold" INTEGER;
