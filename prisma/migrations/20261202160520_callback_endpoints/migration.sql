CREATE TABLE "callback_endpoints" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "callback_endpoints_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "callback_endpoints_customer_id_idx" ON "callback_endpoints"("customer_id");
