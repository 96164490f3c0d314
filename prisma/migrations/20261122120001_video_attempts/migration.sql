-- Every upstream that was asked to take a task, and what it said.
ALTER TABLE "video_tasks" ADD COLUMN "attempts" JSONB NOT NULL DEFAULT '[]';
