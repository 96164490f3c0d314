CREATE TABLE "shares" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "token_digest" BYTEA NOT NULL,
    "task_id" TEXT NOT NULL,
    "picture" INTEGER NOT NULL,
    "shows_prompt" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shares_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "shares_token_digest_key" ON "shares"("token_digest");

CREATE INDEX "shares_customer_id_task_id_idx" ON "shares"("customer_id", "task_id");
