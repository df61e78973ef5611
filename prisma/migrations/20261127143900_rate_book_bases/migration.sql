-- AlterTable
ALTER TABLE "rate_book_versions" ADD COLUMN     "base_digest" CHAR(43),
ADD COLUMN     "base_version" VARCHAR(64);

-- CreateTable
CREATE TABLE "rate_book_tasks" (
    "task" VARCHAR(8) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "number" INTEGER,
    "done_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "rate_book_tasks_pkey" PRIMARY KEY ("task")
);
