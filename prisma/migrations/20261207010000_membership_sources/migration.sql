ALTER TABLE "memberships" ADD COLUMN "source" TEXT;
ALTER TABLE "users" ADD COLUMN "current_customer_id" TEXT;
