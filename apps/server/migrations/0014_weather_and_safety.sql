CREATE TABLE "alarms" (
	"account_id" uuid NOT NULL,
	"source" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"reason" text,
	"device_id" text,
	CONSTRAINT "alarms_account_id_source_pk" PRIMARY KEY("account_id","source")
);
--> statement-breakpoint
CREATE TABLE "safety_watches" (
	"scenario_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"sources" text[] NOT NULL,
	"look_at" timestamp with time zone,
	"state" jsonb NOT NULL,
	"active_since" timestamp with time zone,
	"firing_id" uuid
);
--> statement-breakpoint
CREATE TABLE "weather_pauses" (
	"device_id" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hook_keys" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"key_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "hook_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "weather_places" (
	"key" text PRIMARY KEY NOT NULL,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"ask_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"etag" text,
	"last_modified" text,
	"forecast" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"needed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "weather_readings" (
	"source" text NOT NULL,
	"measurement" text NOT NULL,
	"value" double precision NOT NULL,
	"measured_at" timestamp with time zone NOT NULL,
	CONSTRAINT "weather_readings_source_measurement_pk" PRIMARY KEY("source","measurement")
);
--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_watches" ADD CONSTRAINT "safety_watches_scenario_id_scenarios_id_fk" FOREIGN KEY ("scenario_id") REFERENCES "public"."scenarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_watches" ADD CONSTRAINT "safety_watches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weather_pauses" ADD CONSTRAINT "weather_pauses_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hook_keys" ADD CONSTRAINT "hook_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "safety_watches_look_at" ON "safety_watches" USING btree ("look_at");--> statement-breakpoint
CREATE INDEX "safety_watches_account_id" ON "safety_watches" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "safety_watches_sources" ON "safety_watches" USING gin ("sources");--> statement-breakpoint
CREATE INDEX "weather_pauses_until" ON "weather_pauses" USING btree ("until");--> statement-breakpoint
CREATE INDEX "weather_places_ask_at" ON "weather_places" USING btree ("ask_at");