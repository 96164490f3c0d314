-- CreateTable
CREATE TABLE "portrait_groups" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "group_type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "project_name" TEXT NOT NULL,
    "vault_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portrait_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "portrait_assets" (
    "id" TEXT NOT NULL,
    "group_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "asset_type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "source_url" TEXT NOT NULL,
    "object_id" TEXT,
    "mime_type" TEXT,
    "vault_id" TEXT,
    "failed_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "portrait_assets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "portrait_validations" (
    "token_digest" BYTEA NOT NULL,
    "customer_id" TEXT NOT NULL,
    "project_name" TEXT NOT NULL,
    "callback_url" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "phone_digest" BYTEA,
    "vault_token" BYTEA,
    "group_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "portrait_validations_pkey" PRIMARY KEY ("token_digest")
);

-- CreateIndex
CREATE INDEX "portrait_groups_customer_id_created_at_idx" ON "portrait_groups"("customer_id", "created_at");

-- CreateIndex
CREATE INDEX "portrait_assets_customer_id_created_at_idx" ON "portrait_assets"("customer_id", "created_at");

-- CreateIndex
CREATE INDEX "portrait_assets_group_id_idx" ON "portrait_assets"("group_id");

-- CreateIndex
CREATE INDEX "portrait_validations_created_at_idx" ON "portrait_validations"("created_at");

-- AddForeignKey
ALTER TABLE "portrait_assets" ADD CONSTRAINT "portrait_assets_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "portrait_groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;
