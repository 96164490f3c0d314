CREATE TABLE "customer_data_rules" (
    "customer_id" TEXT NOT NULL,
    "zdr" BOOLEAN NOT NULL DEFAULT false,
    "denies_collection" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "customer_data_rules_pkey" PRIMARY KEY ("customer_id")
);
