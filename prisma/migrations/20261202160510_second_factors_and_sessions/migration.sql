CREATE TABLE "second_factors" (
    "user_id" TEXT NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER,
    "recovery_hashes" BYTEA[],

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "seen_sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seen_sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "seen_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "seen_sessions_user_id_idx" ON "seen_sessions"("user_id");
CREATE INDEX "seen_sessions_seen_at_idx" ON "seen_sessions"("seen_at");
