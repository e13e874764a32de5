CREATE TABLE "scenario_firing_devices" (
	"firing_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"step" text NOT NULL,
	"expires_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"result" jsonb,
	CONSTRAINT "scenario_firing_devices_firing_id_device_id_pk" PRIMARY KEY("firing_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "scenario_firings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"scenario_id" uuid NOT NULL,
	"due_at" timestamp with time zone,
	"at" timestamp with time zone NOT NULL,
	"reason" jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "scenario_groups" (
	"scenario_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "scenario_groups_scenario_id_group_id_pk" PRIMARY KEY("scenario_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "scenario_skips" (
	"scenario_id" uuid NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "scenario_skips_scenario_id_due_at_pk" PRIMARY KEY("scenario_id","due_at")
);
--> statement-breakpoint
CREATE TABLE "scenario_targets" (
	"scenario_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "scenario_targets_scenario_id_device_id_pk" PRIMARY KEY("scenario_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "scenarios" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"enabled" boolean NOT NULL,
	"triggers" jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"catch_up" text NOT NULL,
	"place" integer NOT NULL,
	"next_at" timestamp with time zone,
	"last_run_at" timestamp with time zone,
	"last_outcome" text
);
--> statement-breakpoint
ALTER TABLE "scenario_firing_devices" ADD CONSTRAINT "scenario_firing_devices_firing_id_scenario_firings_id_fk" FOREIGN KEY ("firing_id") REFERENCES "public"."scenario_firings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenario_firings" ADD CONSTRAINT "scenario_firings_scenario_id_scenarios_id_fk" FOREIGN KEY ("scenario_id") REFERENCES "public"."scenarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenario_groups" ADD CONSTRAINT "scenario_groups_scenario_id_scenarios_id_fk" FOREIGN KEY ("scenario_id") REFERENCES "public"."scenarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenario_groups" ADD CONSTRAINT "scenario_groups_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenario_skips" ADD CONSTRAINT "scenario_skips_scenario_id_scenarios_id_fk" FOREIGN KEY ("scenario_id") REFERENCES "public"."scenarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenario_targets" ADD CONSTRAINT "scenario_targets_scenario_id_scenarios_id_fk" FOREIGN KEY ("scenario_id") REFERENCES "public"."scenarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenario_targets" ADD CONSTRAINT "scenario_targets_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenarios" ADD CONSTRAINT "scenarios_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scenario_firing_devices_open" ON "scenario_firing_devices" USING btree ("device_id") WHERE step in ('waiting', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX "scenario_firings_scenario_id_due_at" ON "scenario_firings" USING btree ("scenario_id","due_at");--> statement-breakpoint
CREATE INDEX "scenario_firings_scenario_id_at" ON "scenario_firings" USING btree ("scenario_id","at");--> statement-breakpoint
CREATE INDEX "scenario_groups_group_id" ON "scenario_groups" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "scenario_targets_device_id" ON "scenario_targets" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scenarios_account_id_name_key" ON "scenarios" USING btree ("account_id","name_key");--> statement-breakpoint
CREATE INDEX "scenarios_next_at" ON "scenarios" USING btree ("next_at");