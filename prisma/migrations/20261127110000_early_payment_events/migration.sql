-- What an event said of a payment that no order was known to have yet: it counts as soon as one has.

-- AlterTable
ALTER TABLE "payment_events" ADD COLUMN     "hint" JSONB,
ADD COLUMN     "payment_intent_id" TEXT;

-- CreateIndex
CREATE INDEX "payment_events_payment_intent_id_idx" ON "payment_events"("payment_intent_id");
