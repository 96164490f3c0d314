-- Image tasks are taken from their rows, as videos are. What the version before makes has no due turn: it works on that itself,
-- or whoever finds it in the old queue makes it due.
ALTER TABLE "image_tasks" ADD COLUMN "turn_state" TEXT NOT NULL DEFAULT 'waiting',
ADD COLUMN "next_turn_at" TIMESTAMPTZ(3),
ADD COLUMN "tries" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "image_tasks" ADD CONSTRAINT "image_tasks_turn_state_check"
    CHECK ("turn_state" IN ('waiting', 'taken', 'again'));

CREATE INDEX "image_tasks_due_idx" ON "image_tasks" ("next_turn_at")
    WHERE "settled_at" IS NULL OR "status" IN ('queued', 'processing');

-- The turns that are due of one customer after the other.
CREATE INDEX "image_tasks_turns_idx" ON "image_tasks" ("customer_id", "next_turn_at", "id")
    WHERE "settled_at" IS NULL OR "status" IN ('queued', 'processing');
CREATE INDEX "video_tasks_turns_idx" ON "video_tasks" ("customer_id", "next_turn_at", "id")
    WHERE "settled_at" IS NULL OR "status" IN ('queued', 'processing');
