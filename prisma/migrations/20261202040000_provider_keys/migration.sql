CREATE TABLE "provider_keys" (
    "id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "refused_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "provider_headers" (
    "provider_id" TEXT NOT NULL,
    "names" TEXT[],
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "provider_headers_pkey" PRIMARY KEY ("provider_id")
);

CREATE INDEX "provider_keys_provider_id_idx" ON "provider_keys"("provider_id");
