ALTER TABLE "customers" ADD COLUMN "aigc_groups" BOOLEAN NOT NULL DEFAULT true;
