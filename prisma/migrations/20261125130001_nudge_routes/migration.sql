-- Whose nudges a task's link is for: a nudge may bring the name that the upstream gave the task.
ALTER TABLE "video_tasks" ADD COLUMN     "nudge_route_id" TEXT;
