CREATE TABLE "price_groups" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "rules" JSONB NOT NULL,
    "volume" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_groups_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "price_group_members" (
    "customer_id" TEXT NOT NULL,
    "group_id" TEXT NOT NULL,

    CONSTRAINT "price_group_members_pkey" PRIMARY KEY ("customer_id"),
    CONSTRAINT "price_group_members_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "price_groups"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "price_group_members_group_id_idx" ON "price_group_members"("group_id");

CREATE TABLE "agreed_rates" (
    "id" TEXT NOT NULL,
    "pricing" JSONB NOT NULL,

    CONSTRAINT "agreed_rates_pkey" PRIMARY KEY ("id")
);
