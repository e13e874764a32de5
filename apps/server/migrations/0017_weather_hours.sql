CREATE TABLE "weather_hours" (
	"source" text NOT NULL,
	"measurement" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"low" real NOT NULL,
	"high" real NOT NULL,
	CONSTRAINT "weather_hours_source_measurement_hour_pk" PRIMARY KEY("source","measurement","hour")
);
--> statement-breakpoint
CREATE INDEX "weather_hours_hour" ON "weather_hours" USING btree ("hour");