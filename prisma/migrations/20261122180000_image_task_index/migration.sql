-- Nothing asks by it, and every move of a task had to write it.
DROP INDEX "image_tasks_customer_id_expires_at_idx";
