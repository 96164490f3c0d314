-- CreateTable
CREATE TABLE "callback_former_secrets" (
    "customer_id" TEXT NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "callback_former_secrets_pkey" PRIMARY KEY ("customer_id","sealed_secret")
);

-- AddForeignKey
ALTER TABLE "callback_former_secrets" ADD CONSTRAINT "callback_former_secrets_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "callback_settings"("customer_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Secrets whose 24 hours still run go on signing.
INSERT INTO "callback_former_secrets" ("customer_id", "sealed_secret", "expires_at")
SELECT "customer_id", "sealed_previous_secret", "previous_expires_at" FROM "callback_settings"
 WHERE "sealed_previous_secret" IS NOT NULL AND "previous_expires_at" > now();

-- AlterTable
ALTER TABLE "callback_settings" DROP COLUMN "previous_expires_at",
DROP COLUMN "sealed_previous_secret";
