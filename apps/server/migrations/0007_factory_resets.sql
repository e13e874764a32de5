ALTER TABLE "devices" ADD COLUMN "claimable_until" timestamp with time zone;--> statement-breakpoint
UPDATE "devices" SET "claimable_until" = now() + interval '1 day' WHERE "is_claimable" AND "owner_id" IS NOT NULL;
