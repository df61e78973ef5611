// Prisma's command line loads these packages at its start, and calls them only in `dev` and `studio`.
