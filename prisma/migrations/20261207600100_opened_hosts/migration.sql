-- AlterTable
ALTER TABLE "providers" ADD COLUMN     "opened_host" TEXT;
