CREATE TABLE "device_health" (
	"device_id" text PRIMARY KEY NOT NULL,
	"said" jsonb,
	"said_at" timestamp with time zone,
	"told_signs" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_health_days" (
	"device_id" text NOT NULL,
	"day" date NOT NULL,
	"restarts" integer NOT NULL,
	"drops" integer NOT NULL,
	"answers" integer NOT NULL,
	"answer_ms" bigint NOT NULL,
	CONSTRAINT "device_health_days_device_id_day_pk" PRIMARY KEY("device_id","day")
);
--> statement-breakpoint
ALTER TABLE "device_health" ADD CONSTRAINT "device_health_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_health_days" ADD CONSTRAINT "device_health_days_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_health_days_day" ON "device_health_days" USING btree ("day");