-- What speech and transcripts are counted in. The version before writes rows without them: they are 0 then.
ALTER TABLE "usage_records" ADD COLUMN "characters" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "audio_millis" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "usage_tallies" ADD COLUMN "characters" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "audio_millis" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "usage_rollups" ADD COLUMN "characters" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "audio_millis" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "traffic_tallies" ADD COLUMN "characters" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "audio_millis" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "traffic_rollups" ADD COLUMN "characters" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "audio_millis" BIGINT NOT NULL DEFAULT 0;
