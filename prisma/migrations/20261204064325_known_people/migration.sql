CREATE TABLE "known_people" (
    "hash" BYTEA NOT NULL,

    CONSTRAINT "known_people_pkey" PRIMARY KEY ("hash")
);

CREATE TABLE "person_hash_keys" (
    "id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "person_hash_keys_pkey" PRIMARY KEY ("id")
);
