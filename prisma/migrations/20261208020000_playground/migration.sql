CREATE TABLE "shared_conversations" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "token_digest" BYTEA NOT NULL,
    "sealed_title" BYTEA NOT NULL,
    "sealed_turns" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shared_conversations_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "shared_conversations_token_digest_key" ON "shared_conversations"("token_digest");

CREATE INDEX "shared_conversations_customer_id_id_idx" ON "shared_conversations"("customer_id", "id");

CREATE INDEX "shared_conversations_expires_at_idx" ON "shared_conversations"("expires_at");

CREATE TABLE "presets" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "member_id" TEXT,
    "name" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "presets_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "presets_customer_id_id_idx" ON "presets"("customer_id", "id");
