-- What requests cost at upstreams; of those made before this it is not known, and counted as nothing.
ALTER TABLE "usage_records" ADD COLUMN "upstream_cost_nanos" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "usage_tallies" ADD COLUMN "upstream_cost_nanos" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "usage_rollups" ADD COLUMN "upstream_cost_nanos" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "traffic_tallies" ADD COLUMN "cost_nanos" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "upstream_cost_nanos" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "traffic_rollups" ADD COLUMN "cost_nanos" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "upstream_cost_nanos" BIGINT NOT NULL DEFAULT 0;

-- For what all customers used between two moments, by customer.
CREATE INDEX "usage_rollups_total_idx" ON "usage_rollups"("grain", "start") WHERE "cut" = 'total' AND "grain" <> 'quarter';

CREATE INDEX "orders_paid_at_idx" ON "orders"("paid_at");
