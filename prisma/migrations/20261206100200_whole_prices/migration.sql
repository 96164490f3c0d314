-- A release before 0.2.0 refuses a price with rates that it does not know. `rates` has the whole price; `pricing`, which that release
-- reads and writes, has what it knows of it.
ALTER TABLE "prices" ADD COLUMN "rates" JSONB NOT NULL DEFAULT '{}', ALTER COLUMN "pricing" SET DEFAULT '{}';

UPDATE "prices" SET "rates" = "pricing";

CREATE FUNCTION prices_of_old_releases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  recent CONSTANT text[] := ARRAY['tiers', 'graduated', 'hours', 'image_input', 'audio_input', 'cached_audio_input', 'image_output'];
BEGIN
  IF NEW.rates = '{}' THEN
    NEW.rates := NEW.pricing;
    RETURN NEW;
  END IF;
  NEW.pricing := NEW.rates - recent;
  IF NEW.pricing ? 'service_tier' THEN
    NEW.pricing := jsonb_set(NEW.pricing, '{service_tier}', coalesce(
      (SELECT jsonb_object_agg(key, value - recent) FROM jsonb_each(NEW.pricing -> 'service_tier')), '{}'));
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER prices_of_old_releases BEFORE INSERT ON "prices" FOR EACH ROW EXECUTE FUNCTION prices_of_old_releases();
