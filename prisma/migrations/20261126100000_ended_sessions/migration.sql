-- Signing out ended a session in its own browser alone: a copy of its cookie stayed good for thirty days.

-- CreateTable
CREATE TABLE "ended_sessions" (
    "id" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ended_sessions_ends_at_idx" ON "ended_sessions"("ends_at");
