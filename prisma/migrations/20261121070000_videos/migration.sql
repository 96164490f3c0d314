-- CreateTable
CREATE TABLE "video_tasks" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "routes" JSONB NOT NULL,
    "route_id" TEXT,
    "input_type" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "meter" JSONB NOT NULL,
    "callback_url" TEXT,
    "nudge_digest" BYTEA,
    "starting_at" TIMESTAMPTZ(3),
    "starts" INTEGER NOT NULL DEFAULT 0,
    "handle" TEXT,
    "told_at" TIMESTAMPTZ(3),
    "turn" INTEGER NOT NULL DEFAULT 0,
    "next_turn_at" TIMESTAMPTZ(3) NOT NULL,
    "progress" INTEGER,
    "error" JSONB,
    "result" JSONB,
    "video_object_id" TEXT,
    "last_frame_object_id" TEXT,
    "settlement" JSONB,
    "settled_at" TIMESTAMPTZ(3),
    "cost_nanos" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "execution_deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "asset_expires_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "video_tasks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "video_tasks_customer_id_created_at_id_idx" ON "video_tasks"("customer_id", "created_at", "id");


ALTER TABLE "video_tasks" ADD CONSTRAINT "video_tasks_status_check"
    CHECK ("status" IN ('queued', 'processing', 'completed', 'failed', 'cancelled', 'expired'));

-- The sweeps look only at what is not over yet.
CREATE INDEX "video_tasks_unsettled_idx" ON "video_tasks"("next_turn_at") WHERE "settled_at" IS NULL;
CREATE INDEX "video_tasks_assets_idx" ON "video_tasks"("asset_expires_at") WHERE "status" = 'completed';
