-- CreateTable
CREATE TABLE "api_key_former_secrets" (
    "secret_hash" BYTEA NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_key_former_secrets_pkey" PRIMARY KEY ("secret_hash")
);

-- CreateIndex
CREATE INDEX "api_key_former_secrets_api_key_id_idx" ON "api_key_former_secrets"("api_key_id");

-- AddForeignKey
ALTER TABLE "api_key_former_secrets" ADD CONSTRAINT "api_key_former_secrets_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Secrets whose grace still runs go on working.
INSERT INTO "api_key_former_secrets" ("secret_hash", "api_key_id", "expires_at")
SELECT "previous_secret_hash", "id", "previous_expires_at" FROM "api_keys"
 WHERE "previous_secret_hash" IS NOT NULL AND "previous_expires_at" > now();

-- DropIndex
DROP INDEX "api_keys_previous_secret_hash_key";

-- AlterTable
ALTER TABLE "api_keys" DROP COLUMN "previous_expires_at",
DROP COLUMN "previous_secret_hash";
