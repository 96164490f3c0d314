-- Failed requests are few: a page of those of one model and key read all requests of several quarter hours.
CREATE INDEX IF NOT EXISTS "usage_records_failed_idx" ON "usage_records"("customer_id", "created_at", "id") WHERE "status" = 'failed';
