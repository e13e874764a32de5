CREATE TABLE "device_upgrades" (
	"device_id" text PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"asked_by" uuid,
	"is_in_line" boolean NOT NULL,
	"type" text NOT NULL,
	"version" text NOT NULL,
	"step" text NOT NULL,
	"error" text,
	"asked_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "upgrade_failure" jsonb;--> statement-breakpoint
ALTER TABLE "device_upgrades" ADD CONSTRAINT "device_upgrades_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_upgrades" ADD CONSTRAINT "device_upgrades_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_upgrades" ADD CONSTRAINT "device_upgrades_asked_by_accounts_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_upgrades_owner_id" ON "device_upgrades" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "device_upgrades_firmware" ON "device_upgrades" USING btree ("type","version","step");--> statement-breakpoint
CREATE INDEX "device_upgrades_open" ON "device_upgrades" USING btree ("owner_id","changed_at") WHERE "device_upgrades"."step" in ('waiting', 'sent', 'upgrading');