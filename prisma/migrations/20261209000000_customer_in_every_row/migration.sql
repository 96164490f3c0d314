-- Whose row it is, in all tables that Citus distributes by customer. Entries from before have none until they are moved there.
ALTER TABLE "ledger_entries" ADD COLUMN "customer_id" TEXT;

-- Empty on plain PostgreSQL, where the rows are all customers'.
ALTER TABLE "traffic_tallies" ADD COLUMN "customer_id" TEXT NOT NULL DEFAULT '';
ALTER TABLE "traffic_rollups" ADD COLUMN "customer_id" TEXT NOT NULL DEFAULT '';
ALTER TABLE "ledger_months" ADD COLUMN "customer_id" TEXT NOT NULL DEFAULT '';

WITH unnamed AS MATERIALIZED (
  SELECT "api_key_id" FROM "key_spend" WHERE "customer_id" IS NULL ORDER BY "api_key_id" FOR UPDATE)
UPDATE "key_spend" s SET "customer_id" = k."customer_id" FROM unnamed u JOIN "api_keys" k ON k."id" = u."api_key_id"
 WHERE s."api_key_id" = u."api_key_id";

-- The version before, which may run beside this one, does not name the customer of a key.
CREATE FUNCTION key_spend_of_old_releases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT customer_id INTO NEW.customer_id FROM api_keys WHERE id = NEW.api_key_id;
  RETURN NEW;
END $$;
CREATE TRIGGER key_spend_of_old_releases BEFORE INSERT ON "key_spend" FOR EACH ROW WHEN (NEW."customer_id" IS NULL)
  EXECUTE FUNCTION key_spend_of_old_releases();
