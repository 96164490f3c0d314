ALTER TABLE "customers" ADD COLUMN "limit_nanos" BIGINT,
ADD COLUMN "limit_reset" TEXT;

CREATE TABLE "memberships" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "user_id" TEXT,
    "role" TEXT NOT NULL,
    "limit_nanos" BIGINT,
    "limit_reset" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "memberships_customer_id_user_id_key" ON "memberships"("customer_id", "user_id");
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

ALTER TABLE "memberships" ADD CONSTRAINT "memberships_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Everybody owns the organization that they signed up for, also those who sign up with a release before 0.2.0 beside this one.
INSERT INTO "memberships" (id, customer_id, user_id, role, created_at)
  SELECT 'mbr_' || substr(id, 5), customer_id, id, 'owner', created_at FROM "users";

CREATE FUNCTION memberships_of_old_releases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO memberships (id, customer_id, user_id, role, created_at)
    VALUES ('mbr_' || substr(NEW.id, 5), NEW.customer_id, NEW.id, 'owner', NEW.created_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER memberships_of_old_releases AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION memberships_of_old_releases();

CREATE TABLE "projects" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "limit_nanos" BIGINT,
    "limit_reset" TEXT,
    "timezone" TEXT NOT NULL DEFAULT 'UTC',
    "allowed_models" TEXT[],
    "limits_models" BOOLEAN NOT NULL DEFAULT false,
    "rate_limit_rpm" INTEGER,
    "rate_limit_tpm" INTEGER,
    "max_concurrency" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "projects_customer_id_id_idx" ON "projects"("customer_id", "id");
ALTER TABLE "projects" ADD CONSTRAINT "projects_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "api_keys" ADD COLUMN "owner_id" TEXT,
ADD COLUMN "project_id" TEXT;

CREATE INDEX "api_keys_owner_id_idx" ON "api_keys"("owner_id");
CREATE INDEX "api_keys_project_id_idx" ON "api_keys"("project_id");
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "email" TEXT,
    "role" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");
CREATE INDEX "invitations_customer_id_id_idx" ON "invitations"("customer_id", "id");

CREATE TABLE "organization_audit" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_id" TEXT,
    "details" JSONB NOT NULL,
    "outcome" TEXT NOT NULL,

    CONSTRAINT "organization_audit_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "organization_audit_customer_id_id_idx" ON "organization_audit"("customer_id", "id");
CREATE INDEX "organization_audit_at_idx" ON "organization_audit"("at");

ALTER TABLE "usage_records" ADD COLUMN "member_id" TEXT,
ADD COLUMN "project_id" TEXT;
