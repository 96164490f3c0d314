ALTER TABLE "usage_records" ADD COLUMN "image_input_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "audio_input_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "cached_audio_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "image_output_tokens" INTEGER NOT NULL DEFAULT 0;
