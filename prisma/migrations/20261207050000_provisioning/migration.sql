CREATE TABLE "provisioning" (
    "customer_id" TEXT NOT NULL,
    "token_hash" BYTEA,
    "token_last4" TEXT,
    "token_created_at" TIMESTAMPTZ(3),
    "token_used_at" TIMESTAMPTZ(3),
    "default_role" TEXT NOT NULL DEFAULT 'developer',

    CONSTRAINT "provisioning_pkey" PRIMARY KEY ("customer_id")
);

CREATE UNIQUE INDEX "provisioning_token_hash_key" ON "provisioning"("token_hash");

CREATE TABLE "scim_resources" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "external_id" TEXT,
    "attributes" JSONB NOT NULL,
    "emails" TEXT[],
    "active" BOOLEAN NOT NULL DEFAULT true,
    "member_id" TEXT,
    "role" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_resources_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "scim_resources_customer_id_kind_key_key" ON "scim_resources"("customer_id", "kind", "key");
CREATE UNIQUE INDEX "scim_resources_member_id_key" ON "scim_resources"("member_id");
CREATE INDEX "scim_resources_customer_id_id_idx" ON "scim_resources"("customer_id", "id");
CREATE INDEX "scim_resources_customer_id_external_id_idx" ON "scim_resources"("customer_id", "external_id");
CREATE INDEX "scim_resources_emails_idx" ON "scim_resources" USING GIN ("emails");
ALTER TABLE "scim_resources" ADD CONSTRAINT "scim_resources_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "memberships"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "scim_members" (
    "group_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "scim_members_pkey" PRIMARY KEY ("group_id", "user_id")
);

CREATE INDEX "scim_members_user_id_idx" ON "scim_members"("user_id");
ALTER TABLE "scim_members" ADD CONSTRAINT "scim_members_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "scim_resources"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "scim_members" ADD CONSTRAINT "scim_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "scim_resources"("id") ON DELETE CASCADE ON UPDATE CASCADE;
