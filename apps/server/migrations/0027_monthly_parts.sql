-- The table of before becomes a part of the new one, with all its rows and until the end of the next month: a server of the
-- version before goes on writing it.
CREATE TABLE "activity_log" (
	"id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"device_id" text,
	"device_name" text,
	"account_id" uuid NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"origin" text NOT NULL,
	"action" text NOT NULL,
	"details" jsonb NOT NULL,
	"result" jsonb,
	"role_id" uuid,
	"role_name" text,
	"change" jsonb,
	"key" uuid,
	"keep" text NOT NULL
) PARTITION BY RANGE ("at");--> statement-breakpoint
CREATE SEQUENCE "activity_log_id_seq" OWNED BY "activity_log"."id";--> statement-breakpoint
SELECT setval('activity_log_id_seq', "last_value", "is_called") FROM "activity_id_seq";--> statement-breakpoint
ALTER TABLE "activity" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "activity" ALTER COLUMN "id" SET DEFAULT nextval('activity_log_id_seq');--> statement-breakpoint
ALTER TABLE "activity_log" ALTER COLUMN "id" SET DEFAULT nextval('activity_log_id_seq');--> statement-breakpoint
CREATE INDEX "activity_log_home" ON "activity_log" USING btree ("account_id","id") WHERE "device_id" is not null;--> statement-breakpoint
CREATE INDEX "activity_log_device" ON "activity_log" USING btree ("account_id","device_id","id") WHERE "device_id" is not null;--> statement-breakpoint
CREATE INDEX "activity_log_trail" ON "activity_log" USING btree ("account_id","id") WHERE "device_id" is null;--> statement-breakpoint
CREATE INDEX "activity_log_id" ON "activity_log" USING btree ("id");--> statement-breakpoint
CREATE INDEX "activity_log_role" ON "activity_log" USING btree ("role_id","id") WHERE "role_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "activity_log_key" ON "activity_log" USING btree ("key","at","keep") WHERE "key" is not null;--> statement-breakpoint
DO $$
DECLARE bound timestamp with time zone;
BEGIN
	bound := (date_trunc('month', greatest(now() + interval '1 month', (SELECT max("at") FROM "activity")) AT TIME ZONE 'UTC')
		+ interval '1 month') AT TIME ZONE 'UTC';
	EXECUTE format('ALTER TABLE "activity_log" ATTACH PARTITION "activity" FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END $$;--> statement-breakpoint
CREATE TABLE "activity_log_rest" PARTITION OF "activity_log" DEFAULT;--> statement-breakpoint
ALTER TABLE "weather_hours" RENAME TO "weather_hours_before";--> statement-breakpoint
ALTER TABLE "weather_hours_before" RENAME CONSTRAINT "weather_hours_source_measurement_hour_pk" TO "weather_hours_before_pk";--> statement-breakpoint
ALTER INDEX "weather_hours_hour" RENAME TO "weather_hours_before_hour";--> statement-breakpoint
CREATE TABLE "weather_hours" (
	"source" text NOT NULL,
	"measurement" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"low" real NOT NULL,
	"high" real NOT NULL,
	CONSTRAINT "weather_hours_source_measurement_hour_pk" PRIMARY KEY("source","measurement","hour")
) PARTITION BY RANGE ("hour");--> statement-breakpoint
DO $$
BEGIN
	EXECUTE format('ALTER TABLE "weather_hours" ATTACH PARTITION "weather_hours_before" FOR VALUES FROM (MINVALUE) TO (%L)',
		(date_trunc('month', greatest(now() + interval '1 month', (SELECT max("hour") FROM "weather_hours_before")) AT TIME ZONE 'UTC')
		+ interval '1 month') AT TIME ZONE 'UTC');
END $$;--> statement-breakpoint
CREATE TABLE "weather_hours_rest" PARTITION OF "weather_hours" DEFAULT;
