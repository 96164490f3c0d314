ALTER TABLE "memberships" ADD COLUMN "role_since" TIMESTAMPTZ(3);
