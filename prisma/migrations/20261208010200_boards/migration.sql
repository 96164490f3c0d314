CREATE TABLE "boards" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "boards_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "boards_customer_id_idx" ON "boards"("customer_id");
CREATE TABLE "board_items" (
    "customer_id" TEXT NOT NULL,
    "board_id" TEXT NOT NULL,
    "task_id" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "board_items_pkey" PRIMARY KEY ("customer_id","board_id","task_id")
);
