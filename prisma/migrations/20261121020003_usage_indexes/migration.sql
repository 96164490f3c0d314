-- The order of what every question fixes: whose, how coarse, which cut, of which model and key; then the time.
ALTER TABLE "usage_rollups" DROP CONSTRAINT "usage_rollups_pkey",
  ADD CONSTRAINT "usage_rollups_pkey" PRIMARY KEY ("customer_id","grain","cut","model_id","api_key_id","start");

-- Hardly any request is refunded, and rollups do not tell them from the successful ones: an index that costs the others nothing.
CREATE INDEX "usage_records_refunded_idx" ON "usage_records"("customer_id", "created_at", "id") WHERE "status" = 'refunded';
