-- What the seed declares and what the operator switches are kept apart.
ALTER TABLE "providers" ADD COLUMN     "base_url_env" TEXT,
ADD COLUMN     "options" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "withdrawn_at" TIMESTAMPTZ(3);

ALTER TABLE "models" ADD COLUMN     "source" TEXT NOT NULL DEFAULT 'builtin',
ADD COLUMN     "withdrawn_at" TIMESTAMPTZ(3);

ALTER TABLE "routes" ADD COLUMN     "context_length" INTEGER,
ADD COLUMN     "max_output_tokens" INTEGER,
ADD COLUMN     "source" TEXT NOT NULL DEFAULT 'builtin',
ADD COLUMN     "withdrawn_at" TIMESTAMPTZ(3);

ALTER TABLE "prices" ADD COLUMN     "source" TEXT NOT NULL DEFAULT 'builtin';

CREATE TABLE "catalog_seeds" (
    "id" TEXT NOT NULL,
    "inputs_hash" TEXT NOT NULL,
    "applied_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_seeds_pkey" PRIMARY KEY ("id")
);
