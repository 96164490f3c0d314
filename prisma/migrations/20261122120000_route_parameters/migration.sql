-- What a provider takes of a model, which may be less than another provider of the same model takes.
ALTER TABLE "routes" ADD COLUMN "supported_parameters" TEXT[] DEFAULT ARRAY[]::TEXT[];
