-- CreateEnum
CREATE TYPE "RateLayerKind" AS ENUM ('STATE_RATES', 'BOUNDARIES', 'CORRECTIONS');

-- CreateEnum
CREATE TYPE "BoundaryKind" AS ENUM ('ZIP', 'ZIP4', 'STREET');

-- CreateEnum
CREATE TYPE "HouseParity" AS ENUM ('ODD', 'EVEN', 'BOTH');

-- CreateTable
CREATE TABLE "rate_layers" (
    "layer_number" SERIAL NOT NULL,
    "layer_id" VARCHAR(200),
    "import_id" UUID,
    "kind" "RateLayerKind" NOT NULL,
    "state" VARCHAR(2),
    "content" JSON,

    CONSTRAINT "rate_layers_pkey" PRIMARY KEY ("layer_number")
);

-- CreateTable
CREATE TABLE "boundary_rows" (
    "layer_number" INTEGER NOT NULL,
    "zip_prefix" VARCHAR(5) NOT NULL,
    "street" VARCHAR(100) NOT NULL,
    "row_number" INTEGER NOT NULL,
    "kind" "BoundaryKind" NOT NULL,
    "valid_from" DATE NOT NULL,
    "valid_through" DATE,
    "zip_low" VARCHAR(5) NOT NULL,
    "zip_high" VARCHAR(5) NOT NULL,
    "plus4_low" VARCHAR(4),
    "plus4_high" VARCHAR(4),
    "house_low" INTEGER,
    "house_high" INTEGER,
    "house_parity" "HouseParity",
    "pre_direction" VARCHAR(20) NOT NULL,
    "suffix" VARCHAR(20) NOT NULL,
    "post_direction" VARCHAR(20) NOT NULL,
    "stack" INTEGER NOT NULL,

    CONSTRAINT "boundary_rows_pkey" PRIMARY KEY ("layer_number","zip_prefix","street","row_number")
);

-- CreateTable
CREATE TABLE "rate_imports" (
    "import_id" UUID NOT NULL,
    "alive_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rate_imports_pkey" PRIMARY KEY ("import_id")
);

-- CreateTable
CREATE TABLE "rate_book_versions" (
    "number" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT NOT NULL,
    "layer_ids" TEXT[],

    CONSTRAINT "rate_book_versions_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "rate_book_activations" (
    "activation_number" SERIAL NOT NULL,
    "number" INTEGER NOT NULL,
    "activated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_book_activations_pkey" PRIMARY KEY ("activation_number")
);

-- CreateIndex
CREATE UNIQUE INDEX "rate_layers_layer_id_key" ON "rate_layers"("layer_id");

-- CreateIndex
CREATE INDEX "rate_layers_import_id_idx" ON "rate_layers"("import_id");


