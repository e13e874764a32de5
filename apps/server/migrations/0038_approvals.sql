CREATE TABLE "approval_pauses" (
	"bridge_id" uuid PRIMARY KEY NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"paused_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bridge_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"lock_type" text NOT NULL,
	"unlock_duration" integer,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"result" jsonb
);
--> statement-breakpoint
CREATE TABLE "bridge_unlocks" (
	"bridge_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"mode" text NOT NULL,
	"pin_hash" text,
	"pin_tries" integer DEFAULT 0 NOT NULL,
	"pin_locked_until" timestamp with time zone,
	CONSTRAINT "bridge_unlocks_bridge_id_device_id_pk" PRIMARY KEY("bridge_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "approval_pauses" ADD CONSTRAINT "approval_pauses_bridge_id_bridges_id_fk" FOREIGN KEY ("bridge_id") REFERENCES "public"."bridges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_unlock_fk" FOREIGN KEY ("bridge_id","device_id") REFERENCES "public"."bridge_unlocks"("bridge_id","device_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bridge_unlocks" ADD CONSTRAINT "bridge_unlocks_bridge_id_bridges_id_fk" FOREIGN KEY ("bridge_id") REFERENCES "public"."bridges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bridge_unlocks" ADD CONSTRAINT "bridge_unlocks_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting_device" ON "approvals" USING btree ("device_id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_bridge_id_asked_at" ON "approvals" USING btree ("bridge_id","asked_at");--> statement-breakpoint
CREATE INDEX "approvals_waiting_expires_at" ON "approvals" USING btree ("expires_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "bridge_unlocks_device_id" ON "bridge_unlocks" USING btree ("device_id");