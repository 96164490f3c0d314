-- A person may pass while the customer's groups are full: what makes their group then waits for room.
ALTER TABLE "portrait_validations" ADD COLUMN "vault_id" TEXT;
