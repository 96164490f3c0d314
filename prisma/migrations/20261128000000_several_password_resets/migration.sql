-- A person may have several links to set a new password: anybody can ask for one, and that must not void another.

-- AlterTable
ALTER TABLE "password_resets" DROP CONSTRAINT "password_resets_pkey",
ADD CONSTRAINT "password_resets_pkey" PRIMARY KEY ("token_hash");

-- DropIndex
DROP INDEX "password_resets_token_hash_key";

-- CreateIndex
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");
