-- How a provider calls the settings of a request, where the catalog says so.
ALTER TABLE "routes" ADD COLUMN "request" JSONB NOT NULL DEFAULT '{}';
