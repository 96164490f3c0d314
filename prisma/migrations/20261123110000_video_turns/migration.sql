-- Turns are taken from the rows themselves.
ALTER TABLE "video_tasks" ADD COLUMN "turn_state" TEXT NOT NULL DEFAULT 'waiting';
ALTER TABLE "video_tasks" ADD CONSTRAINT "video_tasks_turn_state_check"
    CHECK ("turn_state" IN ('waiting', 'taken', 'again'));

-- What is not over: its end has to be written, or its money to be booked.
CREATE INDEX "video_tasks_due_idx" ON "video_tasks"("next_turn_at")
    WHERE "settled_at" IS NULL OR "status" IN ('queued', 'processing');
DROP INDEX "video_tasks_unsettled_idx";

-- Turns that lay in the queue: their rows say the same.
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    DELETE FROM pgboss.job WHERE name = 'videos.take-turn';
  END IF;
END $$;
