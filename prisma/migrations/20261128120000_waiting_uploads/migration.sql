-- How much of a customer's waits to be claimed is added up at every presign.
CREATE INDEX "uploads_customer_id_status_idx" ON "uploads"("customer_id", "status");
