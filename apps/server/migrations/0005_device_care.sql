CREATE TABLE "unlock_challenges" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"challenge_hash" text NOT NULL,
	"session_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_shadows" ADD COLUMN "generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "unlock_by" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "unlock_pin_hash" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "unlock_pin_guesses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "unlock_pin_locked_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unlock_challenges" ADD CONSTRAINT "unlock_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlock_challenges" ADD CONSTRAINT "unlock_challenges_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unlock_challenges_session_id" ON "unlock_challenges" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "unlock_challenges_device_id" ON "unlock_challenges" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "unlock_challenges_expires_at" ON "unlock_challenges" USING btree ("expires_at");--> statement-breakpoint
INSERT INTO "device_shadows" ("device_id", "fields", "settings") SELECT "id", '{}', '{}' FROM "devices" ON CONFLICT DO NOTHING;
