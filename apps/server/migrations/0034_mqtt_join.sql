CREATE TABLE "joined_brokers" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"tls" boolean NOT NULL,
	"username" text,
	"password" text,
	"discovery_prefix" text NOT NULL,
	"ca" text,
	"client_id" text NOT NULL,
	"keeper" uuid,
	"kept_until" timestamp with time zone,
	"status" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"last_error" text,
	"forgotten" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "joined_brokers" ADD CONSTRAINT "joined_brokers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "joined_brokers_kept_until" ON "joined_brokers" USING btree ("kept_until");