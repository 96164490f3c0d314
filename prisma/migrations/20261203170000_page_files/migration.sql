CREATE TABLE "page_files" (
    "path" TEXT NOT NULL,
    "build" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "page_files_pkey" PRIMARY KEY ("path")
);

CREATE INDEX "page_files_build_idx" ON "page_files"("build");
