ALTER TABLE "endpoints" ADD COLUMN "part" text;--> statement-breakpoint
ALTER TABLE "endpoints" ADD COLUMN "sealed_code" text;--> statement-breakpoint
ALTER TABLE "entities" ADD COLUMN "was_guarded" boolean DEFAULT false NOT NULL;