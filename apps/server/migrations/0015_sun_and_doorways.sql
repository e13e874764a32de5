CREATE TABLE "sun_looks" (
	"device_id" text PRIMARY KEY NOT NULL,
	"look_at" timestamp with time zone NOT NULL,
	"base" jsonb,
	"moved_at" timestamp with time zone,
	"is_hot" boolean
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "sun" jsonb;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "door_id" text;--> statement-breakpoint
ALTER TABLE "safety_watches" ADD COLUMN "told" text;--> statement-breakpoint
ALTER TABLE "sun_looks" ADD CONSTRAINT "sun_looks_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sun_looks_look_at" ON "sun_looks" USING btree ("look_at");--> statement-breakpoint
CREATE INDEX "devices_door_id" ON "devices" USING btree ("door_id") WHERE "devices"."door_id" is not null;